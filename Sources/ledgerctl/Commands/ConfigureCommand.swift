import Foundation
import Ledger

/// `ledgerctl configure`.
enum ConfigureCommand {
    private static let bundleID = Option(
        "add-bundle-id", "ID", "One more app whose purchases are recorded.")
    private static let appAppleID = Option(
        "app-apple-id", "N", "The Apple ID of that app, in place of one that it has.")
    private static let environment = Option(
        "add-environment", "NAME", "One more environment whose data is accepted.",
        choices: Option.environment.choices)
    private static let rootCertificate = Option(
        "add-root-certificate", "FILE", "One more trusted root, in PEM or DER.")

    static let command = Command(
        "configure", "Shows or widens what a ledger accepts.",
        discussion: """
            Without an option that adds something it prints the apps, the environments, and SHA-256 of
            each trusted root.

            Processes that have the ledger open go on with what they opened, and must open it again
            for the change to hold. What was taken in stays.

            A root that is added stands beside those that are trusted; a ledger that was made without
            one goes on trusting Apple Root CA - G3.
            """,
        options: [bundleID, appAppleID, environment, rootCertificate, .json]
    ) { arguments, console in
        let app = try app(arguments)
        let environment = arguments.value(of: environment.name)
        let roots = try arguments.value(of: rootCertificate.name).map { path in
            try LedgerConfiguration.rootCertificates(in: Data(InputFile.contents(of: path)))
        }
        guard app != nil || environment != nil || roots != nil else {
            try console.print(
                try await arguments.withLedger { $0.configuration }, for: arguments)
            return .done
        }
        let (before, changed) = try await arguments.withLedger { ledger in
            let changed = try await ledger.configure { configuration in
                if let app { configuration.add(app) }
                if let environment {
                    configuration.environments.append(StoreEnvironment(rawValue: environment))
                }
                if let roots { configuration.add(rootCertificates: roots) }
            }
            return (ledger.configuration, changed)
        }
        try console.print(changed, for: arguments)
        console.noteReplaced(before.apps, changed.apps)
        console.note("processes that have the ledger open must open it again for this to hold")
        return .done
    }

    private static func app(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> LedgerConfiguration.App? {
        let number = try arguments.integer(of: appAppleID.name, in: 1 ... .max)
        guard let bundleID = arguments.value(of: bundleID.name) else {
            guard number == nil else {
                throw .misplacedOption("--app-apple-id", behind: "--add-bundle-id")
            }
            return nil
        }
        guard !bundleID.isEmpty else {
            throw .wrongValue(of: "--add-bundle-id", expected: "a bundle ID")
        }
        return LedgerConfiguration.App(bundleID: bundleID, appAppleID: number)
    }
}

extension Console {
    /// Says which apps have another Apple ID now.
    fileprivate func noteReplaced(
        _ before: [LedgerConfiguration.App], _ changed: [LedgerConfiguration.App]
    ) {
        for app in before where !changed.contains(app) {
            guard let held = app.appAppleID else { continue }
            note(
                "\(app.bundleID) had the Apple ID \(held); what carries that is refused from now on"
            )
        }
    }

    /// Prints what a ledger accepts.
    fileprivate func print(
        _ configuration: LedgerConfiguration, for arguments: ParsedArguments
    ) throws {
        if arguments.has(Option.json.name) {
            try print(json: configuration.json())
            return
        }
        var table = Table([Table.Column("Accepts"), Table.Column("Value")])
        for app in configuration.apps {
            let appleID = app.appAppleID.map { "Apple ID \($0)" } ?? "no Apple ID"
            table.append(["app", "\(app.bundleID), \(appleID)"])
        }
        for environment in configuration.environments {
            table.append(["environment", environment.rawValue])
        }
        for fingerprint in try configuration.rootCertificateFingerprints() {
            table.append(["root", fingerprint])
        }
        for line in table.lines { try print(line) }
    }
}

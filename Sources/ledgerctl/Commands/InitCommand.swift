import Foundation
import Ledger

/// `ledgerctl init`.
enum InitCommand {
    private static let bundleID = Option(
        "bundle-id", "ID", "An app whose purchases are recorded.", isRepeated: true,
        isRequired: true)
    private static let appAppleID = Option(
        "app-apple-id", "N", "The Apple ID of the app named by the --bundle-id before it.",
        isRepeated: true)
    private static let environment = Option(
        "environment", "NAME", "An environment whose data is accepted.", isRepeated: true,
        choices: Option.environment.choices)
    private static let rootCertificate = Option(
        "root-certificate", "FILE", "A trusted root, in PEM or DER.", isRepeated: true)

    static let command = Command(
        "init", "Makes a ledger.",
        discussion: """
            What the ledger accepts is written into it. Without --environment it accepts Production
            and Sandbox; without --root-certificate it trusts Apple Root CA - G3 alone. Data of
            Xcode and LocalTesting is accepted only where named, and only under a root given here.

            Production data that carries an Apple ID of an app is quarantined unless the app has
            the same --app-apple-id.
            """,
        options: [bundleID, appAppleID, environment, rootCertificate]
    ) { arguments, console in
        let environments = arguments.values(of: environment.name)
            .map { StoreEnvironment(rawValue: $0) }
        let configuration = LedgerConfiguration(
            apps: try apps(arguments),
            environments: environments.isEmpty ? [.production, .sandbox] : environments,
            rootCertificates: try roots(arguments))
        let ledger = try arguments.createLedger(configuration)
        await ledger.close()
        console.note("made a ledger")
        for app in configuration.apps
        where app.appAppleID == nil && configuration.environments.contains(.production) {
            console.note(
                "notifications of Production carry the app's Apple ID, and are quarantined without it: "
                    + "configure --add-bundle-id \(app.bundleID) --app-apple-id N adds it")
        }
        return .done
    }

    /// Each `--app-apple-id` belongs to the `--bundle-id` before it.
    private static func apps(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> [LedgerConfiguration.App] {
        var apps: [LedgerConfiguration.App] = []
        for option in arguments.options {
            let value = option.value ?? ""
            if option.name == bundleID.name {
                guard !value.isEmpty else {
                    throw .wrongValue(of: "--bundle-id", expected: "a bundle ID")
                }
                apps.append(LedgerConfiguration.App(bundleID: value))
            } else if option.name == appAppleID.name {
                guard let last = apps.indices.last else {
                    throw .misplacedOption("--app-apple-id", behind: "--bundle-id")
                }
                guard apps[last].appAppleID == nil else { throw .repeatedOption("--app-apple-id") }
                guard let number = Int64(value), number > 0 else {
                    throw .wrongValue(of: "--app-apple-id", expected: "a whole number above zero")
                }
                apps[last].appAppleID = number
            }
        }
        return apps
    }

    private static func roots(_ arguments: ParsedArguments) throws -> [Data] {
        try arguments.values(of: rootCertificate.name).flatMap { path in
            try LedgerConfiguration.rootCertificates(in: Data(InputFile.contents(of: path)))
        }
    }
}

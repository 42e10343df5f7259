internal import Foundation
import Ledger

extension Command {
    /// Makes a ledger; what it accepts is written into it.
    static let initialize = Command(
        description: CommandDescription(
            words: ["init"], summary: "Make a ledger.",
            options: [
                OptionDescription(
                    name: "bundle-id", argument: "ID", summary: "An app; may be repeated.",
                    repeated: true, required: true),
                OptionDescription(
                    name: "app-apple-id", argument: "N",
                    summary: "The App Store id of the app named before.", repeated: true),
                OptionDescription(
                    name: "environment", argument: "NAME",
                    summary: "An accepted environment; Production and Sandbox unless given.",
                    repeated: true),
                OptionDescription(
                    name: "root-certificate", argument: "FILE",
                    summary: "A trusted root, PEM or DER, instead of Apple Root CA - G3.",
                    repeated: true),
            ])
    ) { arguments in
        let environments = arguments.values("environment").map { StoreEnvironment(rawValue: $0) }
        let roots = try arguments.values("root-certificate").flatMap { path in
            try LedgerConfiguration.rootCertificates(
                in: SharedOptions.contents(of: path))
        }
        let configuration = LedgerConfiguration(
            apps: try apps(arguments),
            environments: environments.isEmpty ? [.production, .sandbox] : environments,
            rootCertificates: roots)
        let path = try arguments.requireLedgerPath()
        let ledger = try make(path, configuration)
        await ledger.close()
        Console.note("made a ledger")
        return .done
    }

    private static func make(
        _ path: String, _ configuration: LedgerConfiguration
    ) throws -> TransactionLedger {
        try TransactionLedger.create(
            at: path, configuration: configuration, clock: SharedOptions.clock)
    }

    /// Each `--app-apple-id` belongs to the `--bundle-id` before it.
    private static func apps(
        _ arguments: ParsedArguments
    ) throws -> [LedgerConfiguration.App] {
        var apps: [LedgerConfiguration.App] = []
        for option in arguments.options {
            if option.name == "bundle-id" {
                apps.append(LedgerConfiguration.App(bundleID: option.value))
            } else if option.name == "app-apple-id" {
                guard let number = Int64(option.value), !apps.isEmpty else {
                    throw UsageError("--app-apple-id takes a number, behind --bundle-id")
                }
                apps[apps.count - 1].appAppleID = number
            }
        }
        return apps
    }
}

enum CompactJWS { static func join(headerText: [UInt8], payload: [UInt8], signature: [UInt8]) -> [UInt8] { payload } }

/// A list whose first element needs no memory of its own: most purchases have one version, signed
/// once, and a walk over the log makes a list of each for every purchase.
struct SmallList<Element> {
    private var head: Element?
    /// Those behind the first; empty where there is none.
    private var rest: [Element] = []

    /// For how many elements behind the first room is made when the second one comes.
    private static var restCountUsual: Int { 4 }

    init() {}

    init(_ elements: [Element]) {
        head = elements.first
        if elements.count > 1 { rest = Array(elements[1...]) }
    }
}

extension SmallList: Sendable where Element: Sendable {}
extension SmallList: Equatable where Element: Equatable {}
extension SmallList: Hashable where Element: Hashable {}

extension SmallList: RandomAccessCollection, MutableCollection {
    @inline(__always)
    var startIndex: Int { 0 }

    @inline(__always)
    var endIndex: Int { head == nil ? 0 : rest.count + 1 }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            if index > 0 { return rest[index - 1] }
            guard index == 0, let head else { preconditionFailure("no such element") }
            return head
        }
        set {
            if index > 0 {
                rest[index - 1] = newValue
                return
            }
            precondition(index == 0 && head != nil, "no such element")
            head = newValue
        }
    }

    /// The last element; nil where there is none.
    @inline(__always)
    var last: Element? { rest.last ?? head }
}

extension SmallList {
    /// Makes room for so many elements.
    mutating func reserveCapacity(_ count: Int) {
        if count > 1 { rest.reserveCapacity(count - 1) }
    }

    mutating func append(_ element: Element) {
        if head == nil {
            head = element
            return
        }
        makeRoomForRest()
        rest.append(element)
    }

    mutating func insert(_ element: Element, at index: Int) {
        guard let first = head else {
            precondition(index == 0, "no such place")
            head = element
            return
        }
        makeRoomForRest()
        if index > 0 { return rest.insert(element, at: index - 1) }
        rest.insert(first, at: 0)
        head = element
    }

    /// Removes the first elements.
    mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        guard count <= rest.count else { return empty() }
        head = rest[count - 1]
        rest.removeFirst(count)
    }

    /// Removes the last elements.
    mutating func removeLast(_ count: Int) {
        guard count <= rest.count else { return empty() }
        rest.removeLast(count)
    }

    /// Removes every element and keeps the memory.
    mutating func empty() {
        head = nil
        rest.empty()
    }

    private mutating func makeRoomForRest() {
        if rest.capacity == 0 { rest.reserveCapacity(Self.restCountUsual) }
    }
}

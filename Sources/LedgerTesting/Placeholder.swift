/// Test.
public enum Placeholder {}

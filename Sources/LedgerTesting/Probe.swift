public enum Probe {}

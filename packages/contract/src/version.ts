/** Of the wire, and of the wallet that speaks it (spec §1), not of a server: whoever reports something says it. */
export const WIRE_VERSION = '1.1.14'

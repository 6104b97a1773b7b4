// What a connection may do before it has said anything worth reading. Bodies have their own limit of time (arrival.ts).
import { UPLOAD_TIMEOUT_MS } from './arrival.ts'

/** A header that is not whole by then is no phone's: the slowest sends it in one packet. */
const HEADERS_TIMEOUT_MS = 10_000
/** Longer than balancers keep an idle line (nginx: 60 s), so that it is always they who close it. */
const KEEP_ALIVE_MS = 75_000
const CHECKED_EVERY_MS = 2_000
const MOST_HEADER_BYTES = 16 * 1024

/**
 * How many lines the system makes before the process has taken them: as many as Linux allows by itself. With Node's 511 a crowd's next packet is
 * dropped, and the phone tries again after one second, then two.
 */
export const LINES_IN_LINE = 4_096

/** Fastify's part of it. */
export const connectionOptions = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: UPLOAD_TIMEOUT_MS,
  http: {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECKED_EVERY_MS,
    maxHeaderSize: MOST_HEADER_BYTES,
  },
} as const

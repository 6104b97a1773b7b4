import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/**
 * Structured lines to stdout. Bodies, headers and URLs are never logged, so a password, token, code, voucher or auto-login path has no
 * way in; the names below are a second net for what an error object may carry along.
 */
export function loggerOptions(name: string, level = 'info'): LoggerOptions {
  return {
    name,
    level,
    base: { name },
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    redact: {
      paths: [
        'password',
        'token',
        'otpToken',
        'otpCode',
        'link',
        'authorization',
        '*.password',
        '*.token',
        'err.parameters',
        'err.detail',
        // Redis's: a refused log-in carries the password.
        'err.command',
      ],
      censor: '[hidden]',
    },
    serializers: {
      req: (request: { readonly method?: string }) => ({ method: request.method }),
    },
  }
}

/** `destination`: where the lines go instead of stdout. */
export function openLogger(name: string, level?: string, destination?: DestinationStream): Logger {
  const options = loggerOptions(name, level)
  return destination ? pino(options, destination) : pino(options)
}

import type { Logger } from 'pino'
import { unmigrated } from './database/unmigrated.ts'
import { type Config, readConfig } from './environment/config.ts'

/**
 * The manners of every process: says when it is ready, stops cleanly on a signal, and does not outlive the launcher that started it.
 */
export function keepManners(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false
  const leave = (why: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping')
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => leave('SIGTERM'))
  process.on('SIGINT', () => leave('SIGINT'))
  process.on('disconnect', () => leave('the launcher is gone'))
  process.send?.({ ready: true })
}

async function startBy(log: Logger, start: (config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  log.level = config.logLevel
  await start(config)
}

/** Runs a process's start by its configuration, which says what it logs, too; a failure is one line and exit code 1. */
export function begin(log: Logger, start: (config: Config) => Promise<void>): void {
  startBy(log, start).catch((error: unknown) => {
    log.fatal({ err: error }, 'could not start')
    process.exit(1)
  })
}

/** Begins one that works on a database which the migrations have made ready, and says so where they have not. */
export function beginOnMigrated(log: Logger, start: (config: Config) => Promise<void>): void {
  begin(log, (config) => start(config).catch((error: unknown) => Promise.reject(unmigrated(error) ?? error)))
}

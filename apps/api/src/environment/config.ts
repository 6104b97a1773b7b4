import { createHash } from 'node:crypto'
import proxyAddr from '@fastify/proxy-addr'
import { TRUELINK_DEFAULT_SECRET } from '@kapao/contract/truelink'
import { readBucket } from '../files/read-bucket.ts'
import type { S3Bucket } from '../files/s3-store.ts'
import { SealKeys } from '../sealing/seal.ts'
import { readFrameAncestors } from './frame-ancestors.ts'
import { findPlainLines } from './inner-tls.ts'
import {
  isRequired,
  readAddress,
  readBase,
  readDatabaseUrl,
  readFilesFolder,
  readFolder,
  readList,
  readOrigins,
  readPort,
  readWholeNumber,
} from './setting.ts'

export type Region = 'th' | 'la'

/**
 * What a process needs to know from its environment, read once at the start: nothing that serves reads process.env but here. Commands that do their work and end
 * (command-line.ts) read the few variables that they need.
 */
export interface Config {
  readonly databaseUrl: string
  /** For migrations: under which other user API and worker will come, who is then given what they need; null where they come as the owner. */
  readonly servingDatabaseUrl: string | null
  /** The most connections that this process holds, listening ones apart; null for what its kind needs. */
  readonly databaseConnections: number | null
  /** A Redis for limits and sockets, where several processes want one; null to do without. */
  readonly redisUrl: string | null
  /** How long a process that is told to stop goes on answering, not ready any more, until balancers have noticed. */
  readonly drainMs: number
  /** The most open connections of this process, sockets of the chat among them. */
  readonly mostConnections: number
  readonly host: string
  readonly port: number
  readonly region: Region
  readonly production: boolean
  /** Whether one of the staff without a second factor is refused. */
  readonly staffNeedSecondFactor: boolean
  readonly logLevel: string
  /** A file with the SHA-1s of breached passwords, in order, which nobody may choose; null for none. */
  readonly breachedPasswords: string | null
  /** Where the outside world answers: the bank, the SMS sender and the game providers. */
  readonly gatewayUrl: string
  /** Signs what we ask of it; null where the adapters know us by something else. */
  readonly gatewaySecret: string | null
  /** Variables whose addresses lead to another machine without TLS. */
  readonly plainLines: readonly string[]
  /** Signs what the bank's feed sends us. */
  readonly feedSecret: string
  /** Seal what must be read again (game passwords, second factors, gifts on their way), and open it. */
  readonly sealKeys: SealKeys
  /** Gifts that were taken are recognised by what their codes give under it: it is never changed. */
  readonly giftKey: Buffer
  /** Those under whose SHA-256 the wallet seals gift links: the one of now, and while it is replaced the next one or the one before, which pages of then still seal with. */
  readonly truelinkSecrets: readonly [string, ...string[]]
  /** Where uploaded files are kept; no web server may reach it. */
  readonly filesFolder: string
  /** The variable that says so. */
  readonly filesVariable: 'KAPAO_FILES' | 'KAPAO_DATA'
  /** The bucket that keeps them instead, for several machines; null for the folder. */
  readonly filesBucket: S3Bucket | null
  /** The folder with the built wallet, or null to serve the API alone. */
  readonly walletFolder: string | null
  /** The folder with the built support desk, or null to serve none. */
  readonly deskFolder: string | null
  /** Who may show the wallet in a frame: CSP frame-ancestors. */
  readonly frameAncestors: string
  /** Balancers in front of us, as addresses or networks: what they say of who is asking is believed. */
  readonly trustedProxies: readonly string[]
  /** Where traces go, by OTLP over HTTP; null to make none. */
  readonly tracesUrl: string | null
  /** Origins of wallets served from elsewhere that may call this API. */
  readonly allowedOrigins: readonly string[]
}

const DEFAULT_SECRETS = {
  KAPAO_FEED_SECRET: 'kapao-feed',
  KAPAO_SEAL_SECRET: 'kapao-seal',
  KAPAO_TRUELINK_SECRET: TRUELINK_DEFAULT_SECRET,
} as const

/** Anything but the one word is refused: `Production` taken for a try would start with the secrets that everybody knows. */
function isProduction({ KAPAO_MODE: mode }: NodeJS.ProcessEnv): boolean {
  if (mode === undefined || mode === '') return false
  if (mode !== 'production') throw new Error(`KAPAO_MODE is production or nothing, not ${mode}`)
  return true
}

/** What is shorter is guessed sooner than it is stolen. */
const SECRET_MIN_LENGTH = 16

function secret(environment: NodeJS.ProcessEnv, name: keyof typeof DEFAULT_SECRETS): string {
  const value = environment[name] || DEFAULT_SECRETS[name]
  if (isProduction(environment)) mustBeOwn(name, value, DEFAULT_SECRETS[name])
  return value
}

function mustBeOwn(name: string, value: string, known: string): void {
  // Also when it is written out: everybody can read it here.
  if (value === known) throw new Error(`${name} must be set to a secret of your own in production`)
  mustBeLong(name, value)
}

function mustBeLong(name: string, value: string): void {
  if (value.length < SECRET_MIN_LENGTH)
    throw new Error(`${name} must have ${SECRET_MIN_LENGTH} characters or more in production`)
}

/** By which name the address of the outside is given: the second is the one of before, which is still read. */
function gatewayVariable({ KAPAO_GATEWAY_URL: own, KAPAO_SANDBOX_URL: before }: NodeJS.ProcessEnv) {
  return own === undefined && before !== undefined ? 'KAPAO_SANDBOX_URL' : 'KAPAO_GATEWAY_URL'
}

function readGatewayUrl(environment: NodeJS.ProcessEnv): string {
  const name = gatewayVariable(environment)
  // An operator's that was left empty is not taken for the sandbox.
  if (environment[name] === '') throw new Error(`${name} is set to nothing`)
  // There is no sandbox, and the migrations write the address down where players are led.
  if (isProduction(environment) && environment[name] === undefined)
    throw new Error(`${name} is not set in production: where your adapters of bank, SMS and games answer`)
  return readBase(environment, name) ?? `http://127.0.0.1:${readPort(environment, 'SANDBOX_PORT', 8090)}`
}

function readRedisUrl(environment: NodeJS.ProcessEnv): string | null {
  const url = readAddress(environment, 'REDIS_URL', ['redis', 'rediss'])
  if (url !== null && !/^\/?\d{0,5}$/.test(new URL(url).pathname))
    throw new Error('REDIS_URL ends with the host and its port, or with / and the number of a database')
  return url
}

function readGatewaySecret(environment: NodeJS.ProcessEnv): string | null {
  const value = environment.KAPAO_GATEWAY_SECRET
  if (!value) return null
  if (isProduction(environment)) mustBeLong('KAPAO_GATEWAY_SECRET', value)
  return value
}

/** By the variables that every OpenTelemetry program knows. */
function tracesUrl(environment: NodeJS.ProcessEnv): string | null {
  const traces = readAddress(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const all = readAddress(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  return traces ?? (all === null ? null : `${all.replace(/\/+$/, '')}/v1/traces`)
}

/** Whether what is sealed here is sealed under a secret that not everybody can read in the sources. */
export function hasOwnSealSecret({ KAPAO_SEAL_SECRET: value }: NodeJS.ProcessEnv): boolean {
  return Boolean(value) && value !== DEFAULT_SECRETS.KAPAO_SEAL_SECRET
}

/** Whether gifts are recognised under such a one, which is the first seal secret where no other is named. */
export function hasOwnGiftSecret(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment.KAPAO_GIFT_SECRET) || hasOwnSealSecret(environment)
}

const keyOf = (value: string) => createHash('sha256').update(value).digest()

/** KAPAO_SEAL_SECRET_OTHER opens only: the next one until all processes know it, and the one before until nothing is sealed under it any more. */
export function readSealKeys(environment: NodeJS.ProcessEnv): SealKeys {
  const present = secret(environment, 'KAPAO_SEAL_SECRET')
  const other = environment.KAPAO_SEAL_SECRET_OTHER
  if (!other) return new SealKeys(keyOf(present))
  // Whoever has it writes what is opened here.
  if (isProduction(environment))
    mustBeOwn('KAPAO_SEAL_SECRET_OTHER', other, DEFAULT_SECRETS.KAPAO_SEAL_SECRET)
  if (other === present) throw new Error('KAPAO_SEAL_SECRET_OTHER is the same as KAPAO_SEAL_SECRET')
  return new SealKeys(keyOf(present), [keyOf(other)])
}

function readGiftKey(environment: NodeJS.ProcessEnv): Buffer {
  const { KAPAO_GIFT_SECRET: own, KAPAO_SEAL_SECRET_OTHER: other } = environment
  if (own) {
    if (isProduction(environment)) mustBeLong('KAPAO_GIFT_SECRET', own)
    return keyOf(own)
  }
  // Processes of which one has the old secret and one the new would not know each other's gifts, and neither those of before.
  if (other)
    throw new Error(
      'KAPAO_GIFT_SECRET must be set where KAPAO_SEAL_SECRET_OTHER is: to the KAPAO_SEAL_SECRET of before',
    )
  return keyOf(secret(environment, 'KAPAO_SEAL_SECRET'))
}

function readTruelinkSecrets(environment: NodeJS.ProcessEnv): readonly [string, ...string[]] {
  const present = secret(environment, 'KAPAO_TRUELINK_SECRET')
  const other = environment.KAPAO_TRUELINK_SECRET_OTHER
  if (!other) return [present]
  if (isProduction(environment)) mustBeLong('KAPAO_TRUELINK_SECRET_OTHER', other)
  if (other === present) throw new Error('KAPAO_TRUELINK_SECRET_OTHER is the same as KAPAO_TRUELINK_SECRET')
  return [present, other]
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function readLogLevel({ KAPAO_LOG_LEVEL: level }: NodeJS.ProcessEnv): string {
  if (!level) return 'info'
  if (!LOG_LEVELS.includes(level))
    throw new Error(`KAPAO_LOG_LEVEL is one of ${LOG_LEVELS.join(', ')}; not ${level}`)
  return level
}

function readAncestors({ KAPAO_FRAME_ANCESTORS: text }: NodeJS.ProcessEnv): string {
  const ancestors = readFrameAncestors(text || "'self'")
  if (ancestors === null)
    throw new Error(
      `KAPAO_FRAME_ANCESTORS is 'none', or 'self', schemes and hosts as a content policy writes them, with spaces between; not ${text}`,
    )
  return ancestors
}

function readTrustedProxies(environment: NodeJS.ProcessEnv): readonly string[] {
  const proxies = readList(environment, 'KAPAO_TRUSTED_PROXIES')
  for (const proxy of proxies) {
    try {
      proxyAddr.compile(proxy)
    } catch {
      throw new Error(`KAPAO_TRUSTED_PROXIES are addresses or networks with commas between; not ${proxy}`)
    }
  }
  return proxies
}

function readPlainLines(
  environment: NodeJS.ProcessEnv,
  { databaseUrl, gatewayUrl }: Pick<Config, 'databaseUrl' | 'gatewayUrl'>,
): readonly string[] {
  const services = {
    [gatewayVariable(environment)]: gatewayUrl,
    REDIS_URL: readRedisUrl(environment),
    KAPAO_S3_ENDPOINT: environment.KAPAO_S3_ENDPOINT,
    OTEL_EXPORTER_OTLP_ENDPOINT: tracesUrl(environment),
  }
  const isTlsRequired = isRequired(environment, 'KAPAO_INNER_TLS')
  const plain = findPlainLines({ databaseUrl, services }, environment)
  if (plain.length > 0 && isTlsRequired)
    throw new Error(`KAPAO_INNER_TLS is required, and these have none: ${plain.join(', ')}`)
  return plain
}

/** A worker that holds a lock works by a second connection; and ten lines are the least that leave any for players beside balancers and figures. */
const BOUNDS = {
  databaseConnections: { least: 2, most: 1_000 },
  connections: { least: 10, most: 100_000 },
  drainSeconds: { least: 0, most: 3_600 },
}

/** Which database is meant, too: one is of one region for good (operator/region.ts). */
export function readRegion({ KAPAO_REGION: text }: NodeJS.ProcessEnv): Region {
  const region = text || 'th'
  if (region !== 'th' && region !== 'la') throw new Error(`KAPAO_REGION is th or la, not ${region}`)
  return region
}

/** Throws an Error that says what is missing or wrong in the environment. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const databaseUrl = readDatabaseUrl(environment)
  const gatewayUrl = readGatewayUrl(environment)
  return {
    databaseUrl,
    servingDatabaseUrl: environment.KAPAO_SERVING_DATABASE_URL || null,
    databaseConnections: readWholeNumber(
      environment,
      'KAPAO_DATABASE_CONNECTIONS',
      BOUNDS.databaseConnections,
    ),
    redisUrl: readRedisUrl(environment),
    drainMs: (readWholeNumber(environment, 'KAPAO_DRAIN_SECONDS', BOUNDS.drainSeconds) ?? 0) * 1000,
    mostConnections: readWholeNumber(environment, 'KAPAO_CONNECTIONS', BOUNDS.connections) ?? 15_000,
    host: environment.HOST || '0.0.0.0',
    port: readPort(environment, 'PORT', 8080),
    region: readRegion(environment),
    production: isProduction(environment),
    staffNeedSecondFactor: isRequired(environment, 'KAPAO_STAFF_SECOND_FACTOR'),
    logLevel: readLogLevel(environment),
    breachedPasswords: environment.KAPAO_BREACHED_PASSWORDS || null,
    gatewayUrl,
    gatewaySecret: readGatewaySecret(environment),
    feedSecret: secret(environment, 'KAPAO_FEED_SECRET'),
    sealKeys: readSealKeys(environment),
    giftKey: readGiftKey(environment),
    truelinkSecrets: readTruelinkSecrets(environment),
    ...readFilesFolder(environment),
    filesBucket: readBucket(environment),
    walletFolder: readFolder(environment, 'KAPAO_WALLET_FOLDER'),
    deskFolder: readFolder(environment, 'KAPAO_DESK_FOLDER'),
    frameAncestors: readAncestors(environment),
    tracesUrl: tracesUrl(environment),
    trustedProxies: readTrustedProxies(environment),
    allowedOrigins: readOrigins(environment, 'KAPAO_ALLOWED_ORIGINS'),
    // When each address has been judged by itself.
    plainLines: readPlainLines(environment, { databaseUrl, gatewayUrl }),
  }
}

import { resolve } from 'node:path'

/** How one setting of the environment is read. What makes no sense is refused by the variable's name, never taken for something else. */
type Environment = NodeJS.ProcessEnv

export function readDatabaseUrl({ DATABASE_URL: url }: Environment): string {
  if (!url) throw new Error('DATABASE_URL is not set')
  return url
}

export function readList(environment: Environment, name: string): readonly string[] {
  return (environment[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A folder by its whole path; null where it is not set. */
export function readFolder(environment: Environment, name: string): string | null {
  const text = environment[name]
  return text ? resolve(text) : null
}

/** Where files are kept, and which variable says so. */
export function readFilesFolder({ KAPAO_FILES: own, KAPAO_DATA: data }: Environment) {
  const filesVariable: 'KAPAO_FILES' | 'KAPAO_DATA' = own || !data ? 'KAPAO_FILES' : 'KAPAO_DATA'
  return { filesFolder: own ? resolve(own) : resolve(data || '.data', 'files'), filesVariable }
}

interface Bounds {
  readonly least: number
  readonly most: number
}

/** Null where it is not set. */
export function readWholeNumber(
  environment: Environment,
  name: string,
  { least, most }: Bounds,
): number | null {
  const text = environment[name]
  if (text === undefined || text === '') return null
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Error(`${name} is a whole number from ${least} to ${most}; not ${text}`)
}

/** 0 is any that is free. */
export function readPort(environment: Environment, name: string, otherwise: number): number {
  return readWholeNumber(environment, name, { least: 0, most: 65_535 }) ?? otherwise
}

/** Whether a rule that may be left out is wanted. */
export function isRequired(environment: Environment, name: string): boolean {
  const text = environment[name]
  if (text === undefined || text === '') return false
  if (text !== 'required') throw new Error(`${name} is required or nothing, not ${text}`)
  return true
}

/** A service's address, null where it is not set. One may hold a password, so none is repeated. */
export function readAddress(
  environment: Environment,
  name: string,
  schemes: readonly string[] = ['http', 'https'],
): string | null {
  const text = environment[name]
  if (!text) return null
  const url = URL.parse(text)
  const isOne = schemes.some((scheme) => text.startsWith(`${scheme}://`))
  if (isOne && url !== null && url.hostname !== '') return text
  throw new Error(`${name} begins with ${schemes.map((one) => `${one}://`).join(' or ')} and names a host`)
}

/** An address before the paths of calls: without a slash at its end, and without what paths put behind it would break or fetch refuses. */
export function readBase(environment: Environment, name: string): string | null {
  const text = readAddress(environment, name)
  if (text === null) return null
  const { username, password, search, hash } = new URL(text)
  if (username || password || search || hash || /[?#]/.test(text))
    throw new Error(`${name} is a host and a path: without a user, a password, ? and #`)
  return text.replace(/\/+$/, '')
}

/** As a browser says it: nothing after the host and its port. Apps have schemes of their own. */
function isOrigin(text: string): boolean {
  if (/^https?:/.test(text)) return URL.parse(text)?.origin === text && !text.includes('*')
  return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::[0-9]+)?$/.test(text)
}

export function readOrigins(environment: Environment, name: string): readonly string[] {
  const origins = readList(environment, name)
  for (const origin of origins)
    if (!isOrigin(origin))
      throw new Error(`${name} are origins such as https://wallet.example with commas between; not ${origin}`)
  return origins
}

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
/** Before what names its key: the letters KS, and the cipher's number, of which there is one. */
const MARK = Buffer.from([0x4b, 0x53, 0x01])
const KEY_ID_BYTES = 4

/** Tells keys apart and says nothing of them. */
function idOf(key: Buffer): Buffer {
  return createHash('sha256').update('kapao seal key id\n').update(key).digest().subarray(0, KEY_ID_BYTES)
}

/** The key that seals, and those that what was sealed may still be opened with. */
export class SealKeys {
  readonly present: Buffer
  readonly all: readonly Buffer[]

  constructor(present: Buffer, others: readonly Buffer[] = []) {
    this.present = present
    this.all = [present, ...others]
  }
}

function headerOf(key: Buffer): Buffer {
  return Buffer.concat([MARK, idOf(key)])
}

/**
 * Seals a text that must be shown again to its owner: iv ‖ ciphertext ‖ tag, AES-256-GCM. Where there is more than one key the mark and the key's
 * id come before it. Where there is one they need not: so the release before, which knew neither, reads what this one writes.
 */
export function seal(keys: SealKeys, text: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keys.present, iv)
  const header = keys.all.length > 1 ? headerOf(keys.present) : Buffer.alloc(0)
  return Buffer.concat([header, iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}

/** The key that it names, where it names one of ours. */
function namedKey({ all }: SealKeys, sealed: Buffer): Buffer | undefined {
  return all.find((key) => {
    const header = headerOf(key)
    return sealed.subarray(0, header.length).equals(header)
  })
}

/** Throws when it was sealed under a key that is none of these, or the bytes were changed. */
export function unseal(keys: SealKeys, sealed: Buffer): string {
  const named = namedKey(keys, sealed)
  if (named) return open(named, sealed.subarray(headerOf(named).length))
  for (const key of keys.all) {
    try {
      return open(key, sealed)
    } catch {
      // The tag says whether it is this one's.
    }
  }
  throw new Error('sealed under none of our keys, or changed')
}

/** Whether it names the key that seals now. What names none may be any key's. */
export function isOfPresentKey(keys: SealKeys, sealed: Buffer): boolean {
  return namedKey(keys, sealed)?.equals(keys.present) ?? false
}

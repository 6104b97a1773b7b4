import { onDatabase, say, wordsOf } from './command-line.ts'
import { hasOwnSealSecret, readSealKeys } from './environment/config.ts'
import { reseal } from './sealing/reseal.ts'
import type { SealKeys } from './sealing/seal.ts'

function readKeys(): SealKeys {
  // Else everything would be sealed under the secret that everybody can read in the sources.
  if (!hasOwnSealSecret(process.env))
    throw new Error('KAPAO_SEAL_SECRET is not set: it is the secret of now, which the API has')
  const keys = readSealKeys(process.env)
  // With one key alone nothing names its key, and everything would be sealed again and again.
  if (keys.all.length === 1)
    throw new Error(
      'KAPAO_SEAL_SECRET_OTHER is not set: it is the secret of before, which this seals anew under KAPAO_SEAL_SECRET',
    )
  return keys
}

function keysInWords(): SealKeys {
  try {
    return readKeys()
  } catch (error) {
    throw new Error(`${wordsOf(error)}. Nothing was changed.`)
  }
}

await onDatabase(2, async (database) => {
  for (const { what, anew, before, unreadable } of await reseal(database, keysInWords())) {
    say(`${what}: ${anew} sealed anew, ${before} were so before, ${unreadable} cannot be opened`)
    if (unreadable > 0) process.exitCode = 1
  }
})

// What the PostgreSQL of the tests says in its log.
import { readFileSync, statSync } from 'node:fs'
import { databaseLogVariable } from '../../../scripts/test-database.ts'

const logFile = () => process.env[databaseLogVariable] ?? ''

export function endOfLog(): number {
  return statSync(logFile()).size
}

/** Everything said after a place in the log; the second of the pair is where it ends now. */
export function logSince(place: number): readonly [string, number] {
  const said = readFileSync(logFile()).subarray(place)
  return [said.toString('utf8'), place + said.length]
}

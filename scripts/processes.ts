// Telling processes apart. A pid alone says nothing once it may have been given to another process, so a process
// is known by its pid and the moment it started.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type ProcessRecord = { name: string; pid: number; identity: string }

const hasProc = existsSync('/proc/self/stat')

/** When that process started, as a text that no other process with this pid ever has; null when none lives. A zombie is dead. */
function identityOf(pid: number): string | null {
  return hasProc ? identityFromProc(pid) : identityFromPs(pid)
}

function identityFromProc(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The command name stands in brackets and may hold anything, brackets too; what follows the last one is numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  const startedTicks = fields[19]
  if (state === 'Z' || state === 'X' || startedTicks === undefined) return null
  return `${bootId()}:${pid}:${startedTicks}`
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return 'boot'
  }
}

function identityFromPs(pid: number): string | null {
  const answer = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  })
  const text = answer.stdout?.trim() ?? ''
  return text === '' || text.startsWith('Z') ? null : `${pid}:${text.replace(/^\S+\s+/, '')}`
}

export function recordOf(name: string, pid: number): ProcessRecord | null {
  const identity = identityOf(pid)
  return identity === null ? null : { name, pid, identity }
}

function isRecord(value: unknown): value is ProcessRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'identity' in value &&
    typeof value.identity === 'string'
  )
}

/** Those that were written down. What is damaged names nobody: a child leaves by itself when its launcher is gone, and one that holds a port is told by that. */
export function readRecords(text: string): ProcessRecord[] {
  try {
    const records: unknown = JSON.parse(text)
    return Array.isArray(records) ? records.filter(isRecord) : []
  } catch {
    return []
  }
}

export function isAlive(record: ProcessRecord): boolean {
  return identityOf(record.pid) === record.identity
}

/** The command line of a living process, its parts separated by blanks; '' when it cannot be seen. */
export function commandOf(pid: number): string {
  if (!hasProc) {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Living processes whose working folder is `folder`. Linux only: elsewhere nothing tells it cheaply, and the list is empty. */
export function processesIn(folder: string): ProcessRecord[] {
  if (!hasProc) return []
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => workingFolderOf(pid) === folder)
    .map((pid) => recordOf(commandOf(pid), pid))
    .filter((record) => record !== null)
}

export function workingFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function sendSignal(record: ProcessRecord, signal: NodeJS.Signals): void {
  if (!isAlive(record)) return
  try {
    process.kill(record.pid, signal)
  } catch {
    // It ended in this very moment, or is no longer ours to signal; the caller looks again.
  }
}

/** Whether it was gone within the time. */
async function waitUntilGone(record: ProcessRecord, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isAlive(record)) {
    if (Date.now() >= deadline) return false
    await sleep(20)
  }
  return true
}

/** Signals one after the other, each given its time, until the process is gone. */
export async function endProcess(record: ProcessRecord, steps: [NodeJS.Signals, number][]): Promise<boolean> {
  for (const [signal, waitMs] of steps) {
    sendSignal(record, signal)
    if (await waitUntilGone(record, waitMs)) return true
  }
  return !isAlive(record)
}

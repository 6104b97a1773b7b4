// What is left of an earlier postmaster on a cluster: a living orphan, a stale pid file, forgotten backends.
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  commandOf,
  endProcess,
  type ProcessRecord,
  processesIn,
  recordOf,
  workingFolderOf,
} from './processes.ts'

export type PidFile = { pid: number; status: string }

/** The cluster's postmaster.pid; null when there is none. `status` is 'ready' once it takes connections. */
export function readPidFile(cluster: string): PidFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  // A single-user server writes its pid as a negative number.
  const pid = Math.abs(Number(lines[0]))
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : null
}

/** The living server on this cluster, whoever started it. A process that merely got its pid is none. */
function livingPostmaster(cluster: string): ProcessRecord | null {
  const file = readPidFile(cluster)
  if (file === null) return null
  const record = recordOf('postgres', file.pid)
  return record !== null && servesCluster(file.pid, cluster) ? record : null
}

function servesCluster(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  if (!/postgres/.test(command)) return false
  return workingFolderOf(pid) === realpathSync(cluster) || command.includes(cluster)
}

/**
 * Stops a living orphan, as its own shutdown would, and clears what a dead one left.
 * The pid file of a living postmaster is never touched.
 */
export async function clearPredecessor(cluster: string): Promise<void> {
  const orphan = livingPostmaster(cluster)
  if (orphan) {
    const gone = await endProcess(orphan, [
      ['SIGINT', 10_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ])
    if (!gone) throw new Error(`the earlier PostgreSQL (process ${orphan.pid}) does not end`)
  }
  // Backends notice within moments that their postmaster died; one that is too busy to must not hold the shared memory.
  const folder = realpathSync(cluster)
  for (const backend of processesIn(folder).filter((process) => /postgres/.test(process.name))) {
    await endProcess(backend, [
      ['SIGQUIT', 3_000],
      ['SIGKILL', 2_000],
    ])
  }
  removeStalePidFile(cluster)
}

// PostgreSQL itself sees through a pid file whose process is gone. It cannot see through one whose pid now
// belongs to another process (after a restart of the machine or container), or to a zombie nobody reaps.
function removeStalePidFile(cluster: string): void {
  const file = readPidFile(cluster)
  if (file === null || livingPostmaster(cluster) !== null || !pidExists(file.pid)) return
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

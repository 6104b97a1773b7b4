// For start.mjs, which runs under whatever Node came with npm.
import { readFileSync } from 'node:fs'

const SHELL = /^(ba|da|a|k|mk|z|fi)?sh$/

/** The name of a process and its parent's pid; null where there is no /proc (macOS), or no such process. */
function look(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    return { name, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
  } catch {
    return null
  }
}

/**
 * The pids from this process's parent as far as npm. A shell between them lives on when npm is killed, so what stands in front of it counts, too; in front
 * of npm itself is whoever typed the command, whose end is no reason to stop.
 */
export function readInFront() {
  const parent = look(process.ppid)
  return parent !== null && SHELL.test(parent.name) ? `${process.ppid} ${parent.parent}` : `${process.ppid}`
}

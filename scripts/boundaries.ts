// Who may import whom. Patterns on paths, so that the next feature, app or package is guarded without being named.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

type Finding = { file: string; message: string }
type Place = { unit: string; room: string; part: string }

// import, export ... from, import() and the mocks of tests; never the word in a comment or a string, which no
// quote follows in this way.
const importPattern =
  /(?:^|[;\s])(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

const forbiddenFolders = /(?:^|\/)(utils?|common|helpers?|shared|misc)\//

/** Rooms of an app that people look at, and what each may import, besides itself. */
const pageOrder: Record<string, string[]> = {
  app: ['features', 'ui', 'lib'],
  features: ['ui', 'lib'],
  ui: ['lib'],
  lib: [],
}

/** `files` are relative to `root`, with `/` between folders. */
export function findBoundaryBreaks(root: string, files: string[]): Finding[] {
  return files.flatMap((file) => {
    const folder = forbiddenFolders.exec(file)
    const findings = folder ? [`no folder is named "${folder[1]}": name it after what is in it`] : []
    if (/\.(ts|tsx|mts|mjs)$/.test(file)) findings.push(...breaksOf(root, file))
    return findings.map((message) => ({ file, message }))
  })
}

function breaksOf(root: string, file: string): string[] {
  const from = placeOf(file)
  return importsOf(root, file)
    .map((target) => breakOf(from, placeOf(target), file, target))
    .filter((message) => message !== null)
}

/** The files that a file imports from this repository, relative to its root. */
function importsOf(root: string, file: string): string[] {
  const text = withoutComments(readFileSync(join(root, file), 'utf8'))
  const targets: string[] = []
  for (const match of text.matchAll(importPattern)) {
    const specifier = match[1] ?? match[2] ?? ''
    const path = specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(file), specifier))
      : workspaceFileOf(root, specifier)
    if (path !== null && !path.startsWith('..')) targets.push(path)
  }
  return targets
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

/** `@kapao/api/x` and `@kapao/money/minor` stand for files of a workspace. */
function workspaceFileOf(root: string, specifier: string): string | null {
  const match = /^@kapao\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (match === null) return null
  const app = ['apps', 'packages'].find((parent) => existsSync(join(root, parent, match[1] ?? '')))
  const parent = app ?? '.'
  const stem = join(parent, match[1] ?? '', 'src', match[2] ?? 'index')
  const path = [`${stem}.ts`, `${stem}.tsx`].find((one) => isFile(join(root, one)))
  return path ?? join(parent, match[1] ?? '', 'src')
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

function placeOf(path: string): Place {
  const parts = path.split('/')
  const grouped = parts[0] === 'apps' || parts[0] === 'packages'
  const unit = grouped ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
  const inside = parts.slice(grouped ? 2 : 1)
  return inside[0] === 'src'
    ? { unit, room: inside[1] ?? '', part: inside[2] ?? '' }
    : { unit, room: '', part: '' }
}

function breakOf(from: Place, to: Place, file: string, target: string): string | null {
  if (from.unit !== to.unit) return unitBreak(from, to, file, target)
  return from.unit.startsWith('apps/') ? roomBreak(from, to, target) : null
}

function unitBreak(from: Place, to: Place, file: string, target: string): string | null {
  const isTest = /\.test\.tsx?$/.test(file) || /\/tests?\//.test(file)
  if (to.unit.startsWith('packages/')) return null
  if (from.unit.startsWith('packages/')) return `a package imports ${target}: packages import packages only`
  if (!from.unit.startsWith('apps/')) return null
  if (to.unit.startsWith('apps/'))
    return `one app imports another (${target}): what two apps need is a package`
  return isTest ? null : `an app imports ${target}, which is not part of the product`
}

function roomBreak(from: Place, to: Place, target: string): string | null {
  const allowed = pageOrder[from.room]
  if (allowed === undefined || pageOrder[to.room] === undefined) return null
  if (from.room !== to.room && !allowed.includes(to.room)) {
    return `${from.room}/ imports ${target}: imports run app → features → ui → lib`
  }
  if (from.room === 'features' && to.room === 'features' && from.part !== to.part) {
    return `feature ${from.part} imports feature ${to.part} (${target}): routes compose features`
  }
  return null
}

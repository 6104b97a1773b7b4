import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBoundaryBreaks } from './boundaries.ts'
import { repositoryRoot } from './settings.ts'

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kapao-check-'))
  const config = JSON.parse(readFileSync(join(repositoryRoot, 'biome.json'), 'utf8'))
  writeFileSync(
    join(root, 'biome.json'),
    JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }),
  )
  cpSync(join(repositoryRoot, 'scripts', 'lint'), join(root, 'scripts', 'lint'), { recursive: true })
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** What the linter says about a file with that name and text, as one text. */
async function lint(path: string, text: string): Promise<string> {
  plant(path, text)
  const biome = join(repositoryRoot, 'node_modules', '.bin', 'biome')
  return await new Promise((resolve) => {
    execFile(biome, ['lint', '--colors=off', path], { cwd: root }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    )
  })
}

const money = 'Money never meets Number'
const edge = 'this edge of the browser is wrapped once'
const text = 'Literal text'
const format = 'the same in every language'
const feature = 'apps/wallet/src/features/deposit'
const lines = (count: number) => '  step()\n'.repeat(count)

describe('the linter refuses', () => {
  test.for([
    ['apps/api/src/deposit/a.ts', 'export const a = (x: number) => x.toFixed(2)', money],
    ['apps/api/src/deposit/b.ts', 'export const a = (x: string) => parseFloat(x)', money],
    ['apps/api/src/deposit/c.ts', 'export const a = (amountMinor: bigint) => Number(amountMinor)', money],
    ['apps/sandbox/src/d.ts', 'export const a = (x: X) => Math.round(x.balance * 2)', money],
    ['packages/contract/src/e.ts', 'export const a = (credits: string) => Number(credits)', money],
    [`${feature}/f.ts`, "export const a = () => fetch('/api')", 'noRestrictedGlobals'],
    [`${feature}/g.ts`, "export const a = () => window.fetch('/api')", edge],
    [`${feature}/h.ts`, "export const a = () => localStorage.getItem('x')", 'noRestrictedGlobals'],
    [`${feature}/i.ts`, "export const a = () => globalThis.sessionStorage.getItem('x')", edge],
    [`${feature}/j.ts`, "export const a = () => navigator.clipboard.writeText('x')", edge],
    [`${feature}/k.ts`, "export const a = () => window.open('/game')", edge],
    [`${feature}/l.ts`, 'export const a = (f: () => void) => setTimeout(f, 10)', 'noRestrictedGlobals'],
    [
      'apps/wallet/src/lib/l.ts',
      'export const a = (f: () => void) => setTimeout(f, 10)',
      'noRestrictedGlobals',
    ],
    [`${feature}/m.tsx`, 'export const A = () => <p>ฝากเงิน</p>', 'noJsxLiterals'],
    [`${feature}/n.tsx`, 'export const A = () => <img alt="กระเป๋า" src="/x.svg" />', text],
    [`${feature}/o.tsx`, 'export const A = () => <button type="button" aria-label="Close" />', text],
    [
      `${feature}/p.tsx`,
      'export const A = (x: X) => <p dangerouslySetInnerHTML={x} />',
      'noDangerouslySetInnerHtml',
    ],
    [`${feature}/aa.tsx`, "export const A = () => <p>{'ฝากเงิน'}</p>", text],
    [`${feature}/ab.tsx`, `export const A = (x: X) => <p>{\`\${x.sum} baht\`}</p>`, text],
    [`${feature}/ac.tsx`, 'export const A = () => <button type="button" aria-label={\'Close\'} />', text],
    [`${feature}/ad.tsx`, `export const A = (x: X) => <p title={\`Page \${x.page}\`} />`, text],
    [`${feature}/ae.tsx`, "export const A = (x: X) => <p>{x.isOpen ? x.t(x.key) : 'ปิด'}</p>", text],
    [`${feature}/af.tsx`, "export const A = (x: X) => <p>{x.name ?? 'nobody'}</p>", text],
    ['apps/api/src/deposit/ag.ts', 'export const a = (total: bigint) => Number(total) / 100', money],
    ['apps/api/src/deposit/ah.ts', 'export const a = (amount: string) => +amount', money],
    [
      'apps/api/src/deposit/ai.ts',
      'export const a = (bonusMinor: bigint) => Number.parseInt(String(bonusMinor), 10)',
      money,
    ],
    ['apps/api/src/deposit/aj.ts', 'export const a = (x: X) => Math.max(1, x.stake)', money],
    // An app that is not there yet.
    ['apps/office/src/app/a.tsx', "export const A = () => <p>{'ฝากเงิน'}</p>", text],
    ['apps/office/src/app/b.tsx', 'export const A = () => <p>ฝากเงิน</p>', 'noJsxLiterals'],
    ['apps/office/src/app/c.ts', "export const a = () => fetch('/api')", 'noRestrictedGlobals'],
    ['apps/office/src/app/d.ts', "export const a = () => window.open('/game')", edge],
    ['apps/office/src/app/e.ts', "export const a = new Intl.NumberFormat('lo')", format],
    [
      'apps/office/src/lib/f.ts',
      'export const a = (f: () => void) => setTimeout(f, 10)',
      'noRestrictedGlobals',
    ],
    [`${feature}/v.ts`, "export const a = (x: Date) => x.toLocaleDateString('th')", format],
    [`${feature}/w.ts`, 'export const a = (x: bigint) => x.toLocaleString()', format],
    [`${feature}/x.ts`, "export const a = new Intl.NumberFormat('lo')", format],
    [`${feature}/y.ts`, "export const a = Intl.DateTimeFormat('th')", format],
    [`${feature}/index.ts`, "export { a } from './f.ts'", 'noBarrelFile'],
    [`${feature}/q.ts`, "export * from './f.ts'", 'noReExportAll'],
    [`${feature}/r.ts`, 'export default 1', 'noDefaultExport'],
    [`${feature}/s.ts`, 'export const a = (x: any) => x', 'noExplicitAny'],
    [`${feature}/depositSheet.ts`, 'export const a = 1', 'useFilenamingConvention'],
    [`${feature}/t.ts`, `export function a() {\n${lines(71)}}\n`, 'noExcessiveLinesPerFunction'],
    [`${feature}/u.ts`, `export const a = 1\n${lines(300)}`, 'noExcessiveLinesPerFile'],
  ] as const)('%s: %s', async ([path, source, complaint]) => {
    expect(await lint(path, source)).toContain(complaint)
  })
})

describe('the linter lets pass', () => {
  test.for([
    ['packages/money/src/a.ts', 'export const a = (amount: number) => Math.round(amount)'],
    ['apps/api/src/deposit/aa.ts', 'export const a = (count: string) => Number(count) + Math.max(1, 2)'],
    ['apps/wallet/src/lib/b.ts', "export const a = () => fetch('/api')"],
    [`${feature}/cc.tsx`, 'export const A = (x: X) => <p className="row">{x.t(x.key)}</p>'],
    [
      `${feature}/dd.tsx`,
      'export const A = (x: X) => <button type="button" aria-label={x.t(x.key)} onClick={x.open} />',
    ],
    [
      `${feature}/ee.tsx`,
      "export const A = (x: X) => <p title={x.t('x.y')}>{x.t('x.y')}{' · '}{x.a || '\\u00a0'}</p>",
    ],
    ['apps/api/src/deposit/ff.ts', 'export const a = (amount: bigint, count: string) => [-amount, +count]'],
    ['apps/wallet/src/ui/html.tsx', 'export const A = (x: X) => <p dangerouslySetInnerHTML={x} />'],
    [`${feature}/t70.ts`, `export function a() {\n${lines(60)}}\n`],
  ] as const)('%s: %s', async ([path, source]) => {
    expect(await lint(path, source)).toMatch(/^Checked 1 file in .*No fixes applied\.\s*$/)
  })
})

describe('the boundaries', () => {
  const breaks = (path: string, source: string) => {
    plant(path, source)
    return findBoundaryBreaks(root, [path]).map(({ message }) => message)
  }

  beforeAll(() => {
    for (const path of ['apps/api/src/x.ts', 'apps/wallet/src/lib/x.ts', 'packages/money/src/minor.ts'])
      plant(path, '')
  })

  test.for([
    ['apps/wallet/src/lib/a.ts', "import { B } from '../ui/button.tsx'", /lib\/ imports .*ui\/button/],
    ['apps/wallet/src/ui/b.ts', "import { B } from '../features/home/b.ts'", /ui\/ imports/],
    ['apps/wallet/src/features/home/c.ts', "import { B } from '../../app/routes.tsx'", /features\/ imports/],
    [
      'apps/wallet/src/features/home/d.ts',
      "import { B } from '../deposit/b.ts'",
      /feature home imports feature deposit/,
    ],
    [
      'apps/wallet/src/features/home/e.ts',
      "export { B } from '../deposit/b.ts'",
      /feature home imports feature deposit/,
    ],
    [
      'apps/wallet/src/features/home/f.ts',
      "const b = import('../deposit/b.ts')",
      /feature home imports feature deposit/,
    ],
    [
      'apps/wallet/src/features/home/g.ts',
      "import {\n  B,\n} from '../deposit/b.ts'",
      /feature home imports/,
    ],
    [
      'apps/wallet/src/features/home/h.ts',
      "import { B } from '../../../../api/src/x.ts'",
      /one app imports another/,
    ],
    ['apps/sandbox/src/i.ts', "import { B } from '@kapao/api/x'", /one app imports another/],
    ['packages/money/src/j.ts', "import { B } from '../../../apps/api/src/x.ts'", /a package imports/],
    ['apps/api/src/k.ts', "import { B } from '../../../scripts/x.ts'", /not part of the product/],
    ['apps/api/src/utils/l.ts', '', /no folder is named "utils"/],
    ['packages/money/src/common/m.ts', '', /no folder is named "common"/],
  ] as const)('refuse %s: %s', ([path, source, message]) => {
    expect(breaks(path, source)).toEqual([expect.stringMatching(message)])
  })

  test.for([
    ['apps/wallet/src/app/a.ts', "import { B } from '../features/home/b.ts'"],
    ['apps/wallet/src/features/home/aa.ts', "import { B } from './b.ts'\nimport { C } from '../../ui/c.tsx'"],
    [
      'apps/wallet/src/features/home/bb.ts',
      "import { B } from '@kapao/money/minor'\nimport { useState } from 'react'",
    ],
    ['apps/wallet/src/features/home/cc.ts', "// import { B } from '../deposit/b.ts'"],
    [
      'apps/api/src/deposit/dd.test.ts',
      "import { createTestDatabase } from '../../../../scripts/test-database.ts'",
    ],
  ] as const)('let %s pass: %s', ([path, source]) => {
    expect(breaks(path, source)).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../../scripts/settings.ts'
import { LeftOut } from './attack.ts'
import { judgeAudit, unpinned } from './dependencies.ts'

describe('what npm audit says', () => {
  const weak = {
    auditReportVersion: 2,
    vulnerabilities: {
      inner: {
        name: 'inner',
        severity: 'high',
        range: '<1.2.3',
        via: [{ title: 'Reads what it should not', url: 'https://advisories.example/1' }],
      },
      outer: { name: 'outer', severity: 'high', range: '*', via: ['inner'] },
    },
  }

  it('is a finding for each weak package, with why', () => {
    expect(judgeAudit(JSON.stringify(weak))).toEqual([
      'inner <1.2.3: high, by Reads what it should not (https://advisories.example/1)',
      'outer *: high, by inner',
    ])
  })

  it('is nothing when none is weak', () => {
    expect(judgeAudit('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual([])
  })

  it.each(['{"message":"405 Method Not Allowed"}', '', 'Error: spawn npm ENOENT'])(
    'is never taken for good when npm was told nothing: %s',
    (said) => {
      expect(() => judgeAudit(said)).toThrow(LeftOut)
    },
  )
})

describe('the lock file', () => {
  it('pins every package by a hash', () => {
    expect(unpinned(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8'))).toEqual([])
  })

  it('names one that it does not pin, and none of ours', () => {
    const packages = {
      '': { version: '1.0.0' },
      'apps/api': { version: '1.0.0' },
      'node_modules/ours': { link: true },
      'node_modules/good': { version: '1.0.0', integrity: 'sha512-abc' },
      'node_modules/loose': { version: '1.0.0' },
    }
    expect(unpinned(JSON.stringify({ packages }))).toEqual(['node_modules/loose is pinned by no hash'])
  })
})

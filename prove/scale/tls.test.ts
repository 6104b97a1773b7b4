// deploy/tls: what nginx speaks where TLS ends there, and what becomes of whoever comes without it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCiphers } from 'node:tls'
import { calls } from '@kapao/contract/calls'
import { deskCalls } from '@kapao/contract/desk-calls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../../scripts/settings.ts'

const conf = (name: string) =>
  readFileSync(join(repositoryRoot, 'deploy', 'tls', name), 'utf8').replaceAll(/#.*$/gm, '')
const wordsOf = (directive: string, between: RegExp) =>
  new RegExp(`^${directive} (.+);$`, 'm').exec(conf('listen.conf'))?.[1]?.split(between) ?? []

it('only TLS 1.3 and 1.2 are spoken', () => {
  expect(wordsOf('ssl_protocols', / /).toSorted()).toEqual(['TLSv1.2', 'TLSv1.3'])
})

it('every cipher is one that there is, forward-secret and authenticated', () => {
  const ciphers = wordsOf('ssl_ciphers', /:/)
  expect(ciphers.length).toBeGreaterThan(3)
  const known = getCiphers()
  expect(ciphers.filter((cipher) => !known.includes(cipher.toLowerCase()))).toEqual([])
  expect(ciphers.filter((cipher) => !/^ECDHE-(ECDSA|RSA)-.*(GCM|CHACHA20)/.test(cipher))).toEqual([])
})

it('without TLS a page is sent on to itself under it, and a call or a socket is refused', () => {
  const locations = [...conf('http-redirect.conf').matchAll(/location (~ )?(\S+) \{ return (.+); \}/g)].map(
    ([, isPattern, pattern = '', answer = '']) => ({ isPattern, pattern, answer }),
  )
  const answerTo = (path: string) =>
    (
      locations.find(({ isPattern, pattern }) => isPattern && new RegExp(pattern).test(path)) ??
      locations.find(({ isPattern, pattern }) => !isPattern && path.startsWith(pattern))
    )?.answer
  for (const path of ['/', '/login', '/desk/', '/apiary'])
    expect([path, answerTo(path)]).toEqual([path, '301 https://$host$request_uri'])
  const all = [...calls.values(), ...deskCalls.values()]
  const paths = [...all.map(({ path }) => `/api${path}`), '/api', '/socket.io/', '/socket.io']
  expect(paths.filter((path) => answerTo(path) !== '403')).toEqual([])
})

describe('the certificate that nginx reads', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kapao-tls-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const compose = readFileSync(join(repositoryRoot, 'deploy', 'tls', 'compose.yaml'), 'utf8')

  /** What stands in the container where a variable's folder is mounted, links as they are; and what nginx finds there. */
  function readInContainer(environment: Record<string, string>): string[] {
    for (const [, name = '', target = ''] of compose.matchAll(/- \$\{(\w+):.*\}:(\S+):ro$/gm)) {
      const source = environment[name]
      if (source !== undefined)
        cpSync(source, join(folder, 'container', target), { recursive: true, verbatimSymlinks: true })
    }
    return ['ssl_certificate', 'ssl_certificate_key'].map((directive) =>
      readFileSync(join(folder, 'container', wordsOf(directive, / /)[0] ?? ''), 'utf8'),
    )
  }

  it('may be two files in a folder', () => {
    const own = join(folder, 'own')
    mkdirSync(own)
    writeFileSync(join(own, 'fullchain.pem'), 'chain')
    writeFileSync(join(own, 'privkey.pem'), 'key')
    expect(readInContainer({ KAPAO_CERTIFICATE: own })).toEqual(['chain', 'key'])
  })

  it('may be links into the archive, as certbot makes them', () => {
    const live = join(folder, 'letsencrypt', 'live', 'wallet.example')
    const archive = join(folder, 'letsencrypt', 'archive')
    mkdirSync(live, { recursive: true })
    mkdirSync(join(archive, 'wallet.example'), { recursive: true })
    for (const name of ['fullchain', 'privkey']) {
      writeFileSync(join(archive, 'wallet.example', `${name}2.pem`), name)
      symlinkSync(`../../archive/wallet.example/${name}2.pem`, join(live, `${name}.pem`))
    }
    const environment = { KAPAO_CERTIFICATE: live, KAPAO_CERTIFICATE_ARCHIVE: archive }
    expect(readInContainer(environment)).toEqual(['fullchain', 'privkey'])
  })
})

/**
 * What a page asks for before its first file is there (the build takes the types out): that file takes long on a slow line, and a member's page needs more than it. Home's
 * figures are asked for, too, and wait for whoever asks for them (lib/http.ts). Home as the build has drawn it is a member's: nobody else sees it on the way to /login.
 */
import type { Begun } from '../src/lib/begun.ts'

const given = document.currentScript?.dataset ?? {}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function begin(of: string): void {
  for (const href of given[of]?.split(' ') ?? []) {
    const link = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
    document.head.append(Object.assign(document.createElement('link'), { ...link, href, crossOrigin: '' }))
  }
}

function ask(call: string, token: string): Begun {
  const api = document.querySelector<HTMLMetaElement>('meta[name="kapao-api"]')?.content ?? ''
  const address = `${api.replace(/\/+$/, '')}/api${call}`
  const leaving = new AbortController()
  const response = fetch(address, {
    headers: { Accept: 'application/json', 'X-Requested-With': 'kapao', Authorization: `Bearer ${token}` },
    signal: leaving.signal,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })
  // Nobody may come for it.
  response.catch(() => undefined)
  return { address, token, atMs: Date.now(), response, stop: () => leaving.abort() }
}

const token = stored('token')
const path = location.pathname.replace(/\/$/, '')
if (token === null) document.documentElement.hidden = given.drawn !== undefined
else if (path.startsWith('/user')) {
  begin('member')
  begin(stored('locale') ?? given.first ?? '')
  if (path === '/user' || path === '/user/home') {
    window.begun = ['/wallet', '/spinwheel/active'].map((call) => ask(call, token))
  }
}

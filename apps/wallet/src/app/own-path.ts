/** The pages behind the login. */
const memberPaths = [
  '/user/home',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/contact',
  '/user/spin',
] as const
export type MemberPath = (typeof memberPaths)[number]
const HOME = '/user/home'

export function isMemberPath(path: string): path is MemberPath {
  return memberPaths.some((one) => one === path)
}

/** Where to go after a login that a guard asked for. Only our own member pages: an address from outside could say anything. */
export function loginPath(from: string): string {
  return isMemberPath(from) && from !== HOME ? `/login?next=${encodeURIComponent(from)}` : '/login'
}

/**
 * How the guard sends somebody there. They did not ask for it, so it ends no session but that of this tab: a member who opens a link in a
 * second tab stays logged in in the first.
 */
export const sentToLogin = { replace: true, state: { sent: true } }

/** An address that somebody typed may end in a slash. */
export function withoutSlash(path: string): string {
  return path.replace(/(.)\/$/, '$1')
}

export function wasSent(): boolean {
  return history.state?.sent === true
}

/** The `next` of a login page's query, or home. */
export function ownPathIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return isMemberPath(next) ? next : HOME
}

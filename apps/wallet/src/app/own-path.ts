/** Where to go after a login that a guard asked for. Only our own member pages: an address from outside could say anything. */
const memberPath = /^\/user\/[a-z]+$/
const HOME = '/user/home'

export function loginPath(from: string): string {
  return memberPath.test(from) && from !== HOME ? `/login?next=${encodeURIComponent(from)}` : '/login'
}

/** The `next` of a login page's query, or home. */
export function ownPathIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return memberPath.test(next) ? next : HOME
}

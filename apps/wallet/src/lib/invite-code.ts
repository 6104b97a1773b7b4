/**
 * `?code=` of an invitation, when it can be one. It stands in no field, where somebody would see what is wrong with it: what no server takes, a
 * control character or a text of a whole page, would keep its visitor from registering.
 */
export function inviteCodeIn(search: string): string | null {
  const code = new URLSearchParams(search).get('code')
  return code !== null && /^\P{Cc}{1,100}$/u.test(code) ? code : null
}

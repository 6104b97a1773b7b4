/** The link that makes whoever registers by it a friend of this member (spec §2). */
export function inviteLink(origin: string, memberId: string): string {
  return `${origin}/register?code=PR${encodeURIComponent(memberId)}`
}

/** The link that makes whoever registers by it a friend of this member (spec §2). */
export function inviteLink(origin: string, memberId: string): string {
  return `${origin}/register?code=PR${encodeURIComponent(memberId)}`
}

/**
 * The link as it is sent: most of it goes by LINE, which opens such an address in the phone's own browser and not in its own, which
 * lacks much of what a browser does. What else opens it does not mind.
 */
export function sentInviteLink(link: string): string {
  return `${link}&openExternalBrowser=1`
}

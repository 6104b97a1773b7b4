export interface Rated {
  readonly score: number
  readonly comment: string
}

/** Whether a rating of which no answer came is there all the same: the server tells of the score, and never of the words. */
export function hasArrived(rated: Rated, shownScore: number | null): boolean {
  return rated.comment === '' && rated.score === shownScore
}

import { getSlipUrl, listSlips } from '@kapao/contract/slip'
import { queryOptions } from '@tanstack/react-query'
import { apiAddress, ask, type Failure, send } from '../../lib/http.ts'
import type { OpeningWindow } from '../../lib/open-window.ts'
import type { SlipRow } from './slip-machine.ts'

export const SLIP_PAGE = 10

export function slipsQuery(page: number) {
  return queryOptions({
    queryKey: ['slips', page],
    queryFn: ({ signal }) => ask(listSlips, { body: { page, limit: SLIP_PAGE }, signal }),
  })
}

/** The first page alone, for one slip that is being watched: nothing of it is kept. */
export function watchedSlipQuery(reference: string) {
  return queryOptions({
    queryKey: ['slip', reference],
    queryFn: ({ signal }) => ask(listSlips, { body: { page: 1, limit: SLIP_PAGE }, signal }),
    gcTime: 0,
    staleTime: 0,
  })
}

export function hasPicture({ link, reference }: SlipRow): boolean {
  return Boolean(link) || Boolean(reference)
}

/** The picture in `opening`, which was opened inside the tap. Null when it is there; else why not, and the window is closed again. */
export async function showPicture(slip: SlipRow, opening: OpeningWindow): Promise<Failure | null> {
  const failure = await tryToShow(slip, opening)
  if (failure) opening.giveUp()
  return failure
}

/** Where a slip's link leads: from the API's root, wherever that is, unless it says of itself where. One that leads nowhere stays what it is. */
export function pictureAt(link: string, page: string, api = apiAddress('/')): string {
  try {
    return new URL(link, new URL(api, page)).href
  } catch {
    return link
  }
}

const noPicture: Failure = { kind: 'refused', message: 'NO_DATA' }

async function tryToShow({ link, reference }: SlipRow, opening: OpeningWindow): Promise<Failure | null> {
  if (link) return opening.go(pictureAt(link, location.href)) ? null : noPicture
  if (!reference) return noPicture
  const asked = await send(getSlipUrl, { params: { reference } })
  if (!asked.ok) return asked.failure
  return opening.go(pictureAt(asked.answer.url, location.href)) ? null : noPicture
}

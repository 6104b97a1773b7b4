import type { Banner } from '../operator/offers.ts'

/** Where a picture is that the operator names by its path here (/art/…): for a wallet of another origin with `apiOrigin` before it, which is empty for ours. */
export function pictureAt(apiOrigin: string, picture: string): string {
  return /^\/(?![/\\])/.test(picture) ? `${apiOrigin}${picture}` : picture
}

export function bannersAt(apiOrigin: string, banners: readonly Banner[]): Banner[] {
  return banners.map(({ image, html }) => ({ image: pictureAt(apiOrigin, image), html }))
}

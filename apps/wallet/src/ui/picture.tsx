import { type ImgHTMLAttributes, useEffect, useEffectEvent, useState } from 'react'

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> {
  readonly src: string
  /** Also where there is none to be had. */
  readonly onFail?: (() => void) | undefined
}

/** A picture of the operator's, beside words. An empty address is none; one that does not come leaves no broken frame behind. */
export function Picture({ src, onFail, ...rest }: PictureProps) {
  const [failed, setFailed] = useState('')
  const hasFailed = src === failed
  const fail = useEffectEvent(() => onFail?.())
  useEffect(() => {
    if (hasFailed) fail()
  }, [hasFailed])
  return hasFailed ? null : <img alt="" {...rest} src={src} onError={() => setFailed(src)} />
}

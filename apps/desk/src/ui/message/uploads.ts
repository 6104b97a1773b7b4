/** Files that are on their way into a form: what is sent or kept before they have come would go without them. */
import { createContext, useContext, useLayoutEffect, useReducer } from 'react'

const Uploads = createContext<(by: number) => void>(() => undefined)

/** With what `useUploads` gives, around the fields. */
export const UploadsProvider = Uploads.Provider

export function useUploads(): readonly [isUploading: boolean, count: (by: number) => void] {
  const [uploads, count] = useReducer((before: number, by: number) => before + by, 0)
  return [uploads > 0, count]
}

/** Of a field: also one that is taken away meanwhile is waited for no more. */
export function useUploading(isUploading: boolean): void {
  const count = useContext(Uploads)
  useLayoutEffect(() => {
    if (!isUploading) return
    count(1)
    return () => count(-1)
  }, [isUploading, count])
}

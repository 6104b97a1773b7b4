/** What may be sent as a file in the chat (spec §5), and what a file says that it is. Pure. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif']
export const videoTypes = ['video/mp4', 'video/quicktime']
/** Of the desk's alone. */
export const documentTypes = ['application/pdf']

export type FileKind = 'image' | 'video' | 'file'

const kinds: readonly (readonly [kind: FileKind, types: readonly string[], ending: RegExp])[] = [
  ['image', imageTypes, /\.(png|jpe?g|gif)$/i],
  ['video', videoTypes, /\.(mp4|mov|qt)$/i],
  ['file', documentTypes, /\.pdf$/i],
]

/** Null for what nobody may send. Some phones name no type: then the ending of the name says it. */
export function fileKindOf({ name, type }: Pick<File, 'name' | 'type'>): FileKind | null {
  const named = type.toLowerCase()
  return (
    kinds.find(([, types, ending]) => types.includes(named) || (named === '' && ending.test(name)))?.[0] ??
    null
  )
}

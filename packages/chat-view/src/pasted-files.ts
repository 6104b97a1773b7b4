/**
 * The files of what was pasted. Cells of a sheet and words of an office come with a picture of themselves: where there is text, the text is meant.
 * Some systems put the name of a copied file beside it as text: there the file is meant.
 */
export function pastedFiles(pasted: {
  readonly files: Iterable<File>
  getData(type: string): string
}): readonly File[] {
  const text = pasted.getData('text/plain')
  const files = [...pasted.files]
  return text === '' || files.every(({ name }) => text.includes(name)) ? files : []
}

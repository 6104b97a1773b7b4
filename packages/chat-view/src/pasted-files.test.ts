import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const picture = new File(['x'], 'image.png', { type: 'image/png' })
const slips = [new File(['x'], 'slip 1.png'), new File(['x'], 'slip 2.png')]
const pasted = (files: readonly File[], text: string) =>
  pastedFiles({ files, getData: (type) => (type === 'text/plain' ? text : '') })

test('a picture alone is pasted as a file', () => {
  expect(pasted([picture], '')).toEqual([picture])
})

test('cells of a sheet, which come with a picture of themselves, are pasted as the text that they are', () => {
  expect(pasted([picture], 'Somsak\t500.00')).toEqual([])
})

test('files that come with their names as text are pasted as files', () => {
  expect(pasted(slips, 'slip 1.png\nslip 2.png')).toEqual(slips)
})

test('a text is pasted as a text', () => {
  expect(pasted([], 'Good morning')).toEqual([])
})

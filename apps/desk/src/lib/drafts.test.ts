import { afterEach, expect, test } from 'vitest'
import { forgetDrafts, noteOnce, readDraft, writeDraft } from './drafts.ts'

afterEach(forgetDrafts)

test('a message and a note that are being written are kept apart, and each conversation has its own', () => {
  writeDraft('message', 'one', 'To the customer')
  writeDraft('note', 'one', 'To colleagues')
  writeDraft('note', 'other', 'About another')
  expect(readDraft('message', 'one')).toBe('To the customer')
  expect(readDraft('note', 'one')).toBe('To colleagues')
  expect(readDraft('note', 'other')).toBe('About another')
  expect(readDraft('message', 'other')).toBe('')
})

test('nothing of either is left for who comes next', () => {
  writeDraft('message', 'one', 'To the customer')
  writeDraft('note', 'one', 'To colleagues')
  forgetDrafts()
  expect(readDraft('message', 'one')).toBe('')
  expect(readDraft('note', 'one')).toBe('')
})

test('a note is the same one after a look elsewhere, and another for another conversation and for who comes next', () => {
  const id = noteOnce('one').idOf('calls back')
  expect(noteOnce('one').idOf('calls back')).toBe(id)
  expect(noteOnce('other').idOf('calls back')).not.toBe(id)
  forgetDrafts()
  expect(noteOnce('one').idOf('calls back')).not.toBe(id)
})

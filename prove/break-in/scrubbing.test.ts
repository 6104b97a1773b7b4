import { describe, expect, it } from 'vitest'
import { placeOf } from './scrubbing.ts'

const CODE = '390626'

describe('a one-time code in a log', () => {
  it.each([
    `{"otpCode":"${CODE}"}`,
    `{"otpCode":${CODE}}`,
    `Your code is ${CODE}.`,
    `รหัส${CODE}อ้างอิง`,
    `otp=${CODE}&ref=1`,
    `{"text":"first\\n${CODE}\\nlast"}`,
    CODE,
  ])('is found where it was written: %s', (text) => {
    expect(placeOf(text, CODE)).toBe(text.indexOf(CODE))
  })

  it.each([
    `{"reqId":"861dd${CODE}e"}`,
    `{"reqId":"${CODE}861dde"}`,
    `{"reqId":"861dda${CODE}"}`,
    `{"time":1764217${CODE}}`,
    `{"responseTime":1.${CODE}}`,
  ])('is not found in what only has its digits: %s', (text) => {
    expect(placeOf(text, CODE)).toBe(-1)
  })

  it('is found behind what only has its digits', () => {
    const text = `861dd${CODE}e, ${CODE}`
    expect(placeOf(text, CODE)).toBe(text.length - CODE.length)
  })
})

it('a longer secret is found wherever it stands', () => {
  expect(placeOf('x=ae0812345678ef', '0812345678')).toBe(4)
  expect(placeOf('nothing', '0812345678')).toBe(-1)
})

// Every place of the wallet that shows HTML of the operator's, by the scene that it is seen in. `one` has room for a single text, `many`
// shows each vector by itself.
import { type Answers, answers } from '../scenes/answers.ts'
import { bonuses, runningBonus, wheel } from '../scenes/reward-answers.ts'

interface Slot {
  readonly name: string
  /** As in scenes/all.ts. */
  readonly scene: string
  readonly answers: (texts: readonly string[]) => Answers
  readonly room: 'one' | 'many'
}

const banners = (texts: readonly string[]) => texts.map((html) => ({ image: '', html }))
const firstBonus = () => {
  const [first] = bonuses().bonuses
  if (first === undefined) throw new Error('there is no bonus')
  return first
}

/** The scene looks for a heading: the text is there, whatever came before it. */
const seen = '<h3>harmless</h3>'

export const slots: readonly Slot[] = [
  {
    name: 'conditions',
    scene: 'home/conditions',
    room: 'many',
    answers: (texts) => ({ 'GET /lookup/conditions': answers({ conditions: [seen, ...texts] }) }),
  },
  {
    name: 'agreement',
    scene: 'home/agreement',
    room: 'many',
    answers: (texts) => ({ 'GET /lookup/agreements': answers({ agreements: [seen, ...texts] }) }),
  },
  {
    name: 'bonus cards',
    scene: 'bonus/page',
    room: 'many',
    answers: (texts) => ({
      'GET /bonus': answers({
        bonuses: texts.map((html, index) => ({
          ...firstBonus(),
          code: `B${index}`,
          banners: banners([html]),
        })),
      }),
    }),
  },
  {
    name: 'banners of a bonus, and the notice',
    scene: 'bonus/details',
    room: 'many',
    answers: (texts) => ({
      'GET /bonus': answers({ bonuses: [{ ...firstBonus(), banners: banners(texts) }] }),
      'GET /lookup/notice': answers({ notice: texts.join('') }),
    }),
  },
  {
    name: 'banners of invitations',
    scene: 'invite/banners',
    room: 'many',
    answers: (texts) => ({ 'GET /invite/banners': answers({ banners: banners(texts) }) }),
  },
  {
    name: 'banners of refunds',
    scene: 'refund/banners',
    room: 'many',
    answers: (texts) => ({ 'GET /refund/banners': answers({ banners: banners(texts) }) }),
  },
  {
    name: 'contact',
    scene: 'contact/member',
    room: 'one',
    answers: ([text]) => ({
      'GET /lookup/contact': answers({
        contactText: text,
        lineLink: 'https://line.example/kapao',
        lineName: '@kapao',
        lineQR: '/icon.svg',
      }),
    }),
  },
  {
    name: 'promotion that was found',
    scene: 'bonus/promotion',
    room: 'one',
    answers: ([text]) => ({
      'GET /promotion/find/{code}': answers({ code: 'SONGKRAN', percentFail: 10, description: text }),
    }),
  },
  {
    name: 'bonus that is active',
    scene: 'bonus/active',
    room: 'one',
    answers: ([text]) => ({ 'GET /bonus/check/active': answers({ ...runningBonus, description: text }) }),
  },
  {
    name: 'refund of the week',
    scene: 'refund/sheet',
    room: 'one',
    answers: ([text]) => ({
      'GET /refund/check': answers({
        result: true,
        bonus: false,
        info: text,
        refundAmount: 325.5,
        refundSuccess: 100,
        refundFail: 10,
      }),
    }),
  },
  {
    name: 'prize of the wheel',
    scene: 'spin/prize',
    room: 'one',
    answers: ([text]) => ({ 'GET /spinwheel/setup': answers(wheelOf(text ?? '')) }),
  },
]

function wheelOf(html: string): unknown {
  const { body } = wheel()
  if (typeof body !== 'object' || body === null) throw new Error('the wheel has no answer')
  const slices: unknown = Reflect.get(body, 'slices')
  if (!Array.isArray(slices)) throw new Error('the wheel has no slices')
  return { ...body, slices: slices.map((slice) => ({ ...slice, htmlDescription: html })) }
}

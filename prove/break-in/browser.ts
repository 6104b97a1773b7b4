// The corpus in a real browser: hostile HTML through every place that shows HTML of the operator's, naughty texts wherever a text is
// shown or typed. The tests are those of e2e/, which bring a whole of their own.
import { naughtyStrings } from '../../e2e/hostile/naughty.ts'
import { slots } from '../../e2e/hostile/slots.ts'
import { vectors } from '../../e2e/hostile/vectors.ts'
import { provideChromium } from '../../scripts/chromium.ts'
import { PlainError } from '../../scripts/plain-error.ts'
import { runSpecs } from '../browser.ts'
import { type Attack, type Ground, LeftOut } from './attack.ts'

const SPECS = ['xss', 'naughty']

async function chromiumFor({ say }: Ground): Promise<string> {
  try {
    return await provideChromium(say)
  } catch (error) {
    // Everything else can be tried without one.
    if (error instanceof PlainError) throw new LeftOut(error.message)
    throw error
  }
}

export const browser: Attack = {
  name: 'browser',
  holds: 'in a browser no script of others runs, and nothing that others wrote breaks a page',
  // `npm test` runs the same tests itself.
  isLongOnly: true,
  async run(ground) {
    const { say } = ground
    const chromium = await chromiumFor(ground)
    say(
      `${vectors.length} vectors through ${slots.length} places for HTML, and ${naughtyStrings.length} naughty texts`,
    )
    const isFine = await runSpecs({ specs: SPECS, workers: 2, chromium, say })
    return isFine ? [] : ['not every test in the browser held, as told above']
  },
}

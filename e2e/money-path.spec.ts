import { goTheMoneyPath } from './money-path.ts'
import { test } from './whole.ts'
import { locales } from './words.ts'

for (const language of locales) {
  test.describe(() => {
    test.use({ language })
    test(`a new player in ${language} pays in, plays and withdraws, and every book agrees`, async ({
      visitor,
      kapao,
      sandbox,
      region,
    }) => {
      test.slow()
      await goTheMoneyPath({ player: visitor, kapao, sandbox, region, language })
    })
  })
}

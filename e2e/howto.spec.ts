import { expect } from '@playwright/test'
import { test } from './whole.ts'

for (const language of ['th', 'la', 'en'] as const) {
  test.describe(language, () => {
    test.use({ language })

    test('each of the five films opens, plays with its captions, and nothing of it is loaded before @both-builds', async ({
      visitor,
    }) => {
      const { page } = visitor
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
      await visitor.setLanguage()
      await page.goto('/howto')
      const films = page.getByRole('main').getByRole('listitem').getByRole('button')
      await expect(films).toHaveCount(5)
      await visitor.look('howto')
      for (const [index, topic] of ['wallet', 'game', 'balance', 'bonus', 'end'].entries()) {
        await films.nth(index).click()
        const sheet = visitor.sheet(`howto.${topic}-title`)
        await expect(sheet).toContainText(visitor.words(`howto.${topic}-2`))
        if (index === 0) await visitor.look('howto-film')
        expect(loaded.filter((path) => path.endsWith('.mp4'))).not.toContain(
          `/howto/${language}/${topic}.mp4`,
        )
        const film = sheet.locator('video')
        const played = await film.evaluate(async (element) => {
          if (!(element instanceof HTMLVideoElement)) throw new Error('no film')
          element.muted = true
          await element.play()
          await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))
          const [captions] = element.textTracks
          return { seconds: element.duration, cues: captions?.cues?.length, language: captions?.language }
        })
        expect(played.seconds).toBeGreaterThan(10)
        expect(played).toMatchObject({ cues: 3, language: language === 'la' ? 'lo' : language })
        await visitor.close(sheet)
      }
    })
  })
}

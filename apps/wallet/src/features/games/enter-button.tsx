import { Button } from '@kapao/ui/button'
import { Dialog } from '@kapao/ui/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkBalanceOnReturn } from '../../lib/check-balance.ts'
import { enterGame, notEnteredText } from '../../lib/enter-game.ts'
import { referenceText } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { useOpening } from '../../lib/use-opening.ts'
import type { GameToEnter } from './game-calls.ts'

type Entry =
  | { readonly at: 'ready' }
  | { readonly at: 'opening' }
  | { readonly at: 'failed'; readonly failure: Failure }

export function EnterButton({ game }: { game: GameToEnter }) {
  const t = useText()
  const queries = useQueryClient()
  const [entry, setEntry] = useState<Entry>({ at: 'ready' })
  const open = useOpening()
  async function enter() {
    // Before anything is awaited, or the browser blocks it.
    const opening = open(t('games.entering', { name: game.name }))
    setEntry({ at: 'opening' })
    const failure = await enterGame(game, opening)
    if (failure === null) checkBalanceOnReturn(queries)
    setEntry(failure ? { at: 'failed', failure } : { at: 'ready' })
  }

  const reference = entry.at === 'failed' ? referenceText(t, entry.failure) : null
  return (
    <>
      <Button full icon="play" busy={entry.at === 'opening'} onClick={() => void enter()}>
        {t('games.enter')}
      </Button>
      <Dialog
        open={entry.at === 'failed'}
        kind="error"
        title={t('games.enter-failed')}
        confirmLabel={t('games.ok')}
        onConfirm={() => setEntry({ at: 'ready' })}
        smallPrint={reference}
      >
        {entry.at === 'failed' ? notEnteredText(t, entry.failure) : null}
      </Dialog>
    </>
  )
}

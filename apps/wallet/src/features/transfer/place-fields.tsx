import { formatMinor } from '@kapao/money/format'
import { Button } from '@kapao/ui/button'
import { IconButton } from '@kapao/ui/icon-button'
import { SelectField } from '@kapao/ui/select-field'
import { useText } from '../../lib/i18n.ts'
import type { GamesAsked } from '../../lib/use-games-asked.ts'
import styles from './transfer.module.css'
import { activePlace, type Draft, maybeElsewhere, type Place, type Problem } from './transfer-rules.ts'

interface PlaceFieldsProps {
  draft: Draft
  places: readonly Place[]
  currency: string
  asked: GamesAsked
  problem: Problem | null
  isBusy: boolean
  onChange: (part: Partial<Draft>) => void
}

export function PlaceFields({ draft, places, currency, asked, problem, isBusy, onChange }: PlaceFieldsProps) {
  const t = useText()
  const options = places.map(({ code, name, available, isActive }) => ({
    value: code,
    label: isActive
      ? t('transfer.option', { name, amount: formatMinor(available) })
      : t('transfer.option-closed', { name }),
    disabled: !isActive,
  }))
  const [from, to] = [activePlace(places, draft.from), activePlace(places, draft.to)]
  const hasGame = places.some(({ ratio, isActive }) => ratio !== null && isActive)
  const selectProblem = problem === 'select-account' ? t('transfer.select-account') : null
  const held = (key: 'transfer.available' | 'transfer.balance', place: Place | undefined) => {
    if (!place) return undefined
    const told = { amount: formatMinor(place.available), currency }
    if (place.ratio !== null && asked.isAsking) return t('transfer.asking', told)
    if (!asked.silent.includes(place.code)) return t(key, told)
    return t('transfer.last-seen', told)
  }
  return (
    <div className={styles.places}>
      <SelectField
        label={t('transfer.from')}
        value={from ? draft.from : ''}
        options={options}
        placeholder={t('transfer.choose')}
        hint={held('transfer.available', from)}
        error={from ? null : selectProblem}
        disabled={isBusy}
        onChange={(value) => onChange({ from: value })}
      />
      <div className={styles.swap}>
        <IconButton
          filled
          name="transfer"
          label={t('transfer.swap')}
          disabled={isBusy}
          onClick={() => onChange({ from: draft.to, to: draft.from })}
        />
      </div>
      <SelectField
        label={t('transfer.to')}
        value={to ? draft.to : ''}
        options={options}
        placeholder={t('transfer.choose')}
        hint={hasGame ? held('transfer.balance', to) : t('transfer.no-game')}
        error={problem === 'same-account' ? t('transfer.same-account') : to ? null : selectProblem}
        disabled={isBusy}
        onChange={(value) => onChange({ to: value })}
      />
    </div>
  )
}

interface BringAllProps {
  draft: Draft
  places: readonly Place[]
  isBusy: boolean
  isSending: boolean
  onPress: (to: string) => void
}

/** Everything that lies elsewhere, to the chosen target, or to the wallet while none is chosen. */
export function BringAll({ draft, places, isBusy, isSending, onPress }: BringAllProps) {
  const t = useText()
  const target = activePlace(places, draft.to) ?? places[0]
  if (!target) return null
  return (
    <Button
      small
      variant="quiet"
      busy={isSending}
      disabled={!maybeElsewhere(target, places) || (isBusy && !isSending)}
      onClick={() => onPress(target.code)}
    >
      {t('transfer.bring-all', { place: target.name })}
    </Button>
  )
}

import { Button } from '@kapao/ui/button'
import { EmptyState } from '@kapao/ui/states'

interface NoMoreProps {
  title: string
  backLabel: string
  onBack: () => void
}

/** A later page of a list without a row: what was there has been seen on the page before, or is no more. */
export function NoMore({ title, backLabel, onBack }: NoMoreProps) {
  return (
    <EmptyState
      icon="check"
      title={title}
      action={
        <Button variant="secondary" icon="back" onClick={onBack}>
          {backLabel}
        </Button>
      }
    />
  )
}

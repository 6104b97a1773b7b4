import { inboxFilters, inboxOrders } from '@kapao/contract/desk'
import { Icon } from '@kapao/ui/icon'
import { IconButton } from '@kapao/ui/icon-button'
import { Menu } from '@kapao/ui/menu'
import { useText } from '../../lib/i18n.ts'
import styles from './inbox-tools.module.css'
import type { InboxFilter, InboxOrder } from './use-inbox.ts'

/** Where all four do not fit into one line, these stay beside each other. */
const pairs = [inboxFilters.slice(0, 2), inboxFilters.slice(2)]

interface InboxToolsProps {
  filter: InboxFilter
  onFilter: (filter: InboxFilter) => void
  order: InboxOrder
  onOrder: (order: InboxOrder) => void
  search: string
  onSearch: (search: string) => void
  counts: Readonly<Record<'mine' | 'unassigned' | 'all' | 'unread', number>> | undefined
}

export function InboxTools({ filter, onFilter, order, onOrder, search, onSearch, counts }: InboxToolsProps) {
  const t = useText()
  return (
    <div className={styles.tools}>
      <div className={styles.find}>
        <label className={styles.search}>
          <Icon name="search" size={18} />
          <input
            type="search"
            className={styles.input}
            aria-label={t('inbox.search')}
            placeholder={t('inbox.search')}
            maxLength={100}
            enterKeyHint="search"
            value={search}
            onChange={(event) => onSearch(event.currentTarget.value)}
          />
          {search === '' ? null : (
            <IconButton name="close" label={t('inbox.clear-search')} onClick={() => onSearch('')} />
          )}
        </label>
        <Menu
          label={t('inbox.order')}
          icon={order === 'waiting' ? 'clock' : 'sort'}
          items={inboxOrders.map((value) => ({ value, label: t(`inbox.order-${value}`) }))}
          value={order}
          onChange={onOrder}
        />
      </div>
      <fieldset className={styles.filters} aria-label={t('inbox.filter')}>
        {pairs.map((pair) => (
          <span key={pair.join()} className={styles.pair}>
            {pair.map((one) => (
              <button
                key={one}
                type="button"
                className={styles.filter}
                aria-pressed={one === filter}
                onClick={() => onFilter(one)}
              >
                {t(`inbox.filter-${one}`)}
                {one !== 'closed' && counts && counts[one] > 0 ? (
                  <span className={styles.count}>{counts[one] > 99 ? '99+' : counts[one]}</span>
                ) : null}
              </button>
            ))}
          </span>
        ))}
      </fieldset>
    </div>
  )
}

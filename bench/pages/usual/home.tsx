import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import CircularProgress from '@mui/material/CircularProgress'
import Container from '@mui/material/Container'
import List from '@mui/material/List'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import axios from 'axios'
import { useTranslation } from 'react-i18next'

interface Wallet {
  readonly wallet: { readonly amount: number; readonly currency: string }
  readonly slots: readonly { readonly code: string; readonly name: string; readonly amount: number }[]
}

export function Home() {
  const { t } = useTranslation()
  const wallet = useQuery({
    queryKey: ['wallet'],
    queryFn: async () => (await axios.get<Wallet>('/api/wallet')).data,
  })
  if (!wallet.data) return <CircularProgress />
  const { amount, currency } = wallet.data.wallet
  return (
    <Container maxWidth="sm">
      <Card>
        <CardContent>
          <Typography variant="subtitle1">{t('total')}</Typography>
          <Typography variant="h3">
            {amount.toLocaleString('th', { minimumFractionDigits: 2 })} {currency}
          </Typography>
        </CardContent>
      </Card>
      <Typography variant="h5">{t('games')}</Typography>
      <List>
        {wallet.data.slots.map((slot) => (
          <ListItemText key={slot.code} primary={slot.name} secondary={slot.amount} />
        ))}
      </List>
    </Container>
  )
}

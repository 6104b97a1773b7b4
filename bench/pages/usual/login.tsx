import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Container from '@mui/material/Container'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import axios from 'axios'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

export function Login({ onLoggedIn }: { onLoggedIn: (token: string) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => axios.post<{ token: string }>('/api/login', { username, password }),
    onSuccess({ data }) {
      onLoggedIn(data.token)
      void navigate('/user/home')
    },
  })
  useEffect(() => void performance.mark('live'), [])
  return (
    <Container maxWidth="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          login.mutate()
        }}
      >
        <Stack spacing={2}>
          <Typography variant="h4">{t('title')}</Typography>
          <TextField
            label={t('phone')}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
          <TextField
            label={t('password')}
            type="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <FormControlLabel control={<Checkbox />} label={t('remember')} />
          {login.isError ? <Alert severity="error">{login.error.message}</Alert> : null}
          <Button type="submit" variant="contained" loading={login.isPending}>
            {t('title')}
          </Button>
          <Typography>
            {t('none')} <Link to="/register">{t('register')}</Link>
          </Typography>
        </Stack>
      </form>
    </Container>
  )
}

// What a wallet is usually begun with: React Router, Redux Toolkit, TanStack Query, axios, i18next and MUI; login and home.
import CssBaseline from '@mui/material/CssBaseline'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { Provider } from 'react-redux'
import { createBrowserRouter, Navigate, RouterProvider } from 'react-router'
import { Home } from './home.tsx'
import { Login } from './login.tsx'
import { texts } from './texts.ts'

const session = createSlice({
  name: 'session',
  initialState: { token: localStorage.getItem('token') },
  reducers: {
    loggedIn: (state, { payload }: PayloadAction<string>) => {
      state.token = payload
    },
  },
})
const store = configureStore({ reducer: { session: session.reducer } })
const router = createBrowserRouter([
  {
    path: '/login',
    element: <Login onLoggedIn={(token) => store.dispatch(session.actions.loggedIn(token))} />,
  },
  { path: '/user/home', element: <Home /> },
  { path: '*', element: <Navigate to="/login" replace /> },
])

await i18next.use(initReactI18next).init({ lng: 'th', resources: { th: { translation: texts } } })
const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider theme={createTheme({ palette: { mode: 'dark' } })}>
          <CssBaseline />
          <RouterProvider router={router} />
        </ThemeProvider>
      </QueryClientProvider>
    </Provider>,
  )

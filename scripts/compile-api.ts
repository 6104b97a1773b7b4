// Loads all that the API is made of and ends: what Node has compiled is then in NODE_COMPILE_CACHE, and the API's own start finds it there.
import '../apps/api/src/http/app.ts'

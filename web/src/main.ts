import { flushSync, mount } from "svelte"

import "./app.css"
import App from "./App.svelte"
import { width } from "./lib/width.svelte"

flushSync(() => width.watch()) // the first picture has its width already
mount(App, { target: document.getElementById("app")! })

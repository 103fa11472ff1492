import { mount } from 'svelte';
import App from './App.svelte';
import { applyTheme } from './settings/settings.svelte';
import './theme/tokens.css';
import './theme/base.css';

// Before the first paint, so that nobody who likes it dark is dazzled.
applyTheme();

const target = document.getElementById('app');
if (target) mount(App, { target });

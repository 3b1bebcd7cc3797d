/* Opens the board with the session of the console: a token of it is posted, and the server sets the cookie of the board. */
import { currentSession, projectOfPage, tokenForProject } from '/-/session.js';
import { signInAddress } from '/-/signIn.js';

/** @type {HTMLFormElement} */
const form = document.querySelector('main form');
const status = document.querySelector('main [role=status]');
/** A message says why the server has refused the session. */
const isRefused = status.textContent !== '';

const openBoard = async () => {
  const token = await tokenForProject(projectOfPage());
  if (token === undefined) {
    status.textContent = 'Your session has no access to this project.';
    return;
  }
  /** @type {HTMLInputElement} */ (form.elements.namedItem('token')).value = token;
  form.submit();
};

form.addEventListener('submit', event => {
  event.preventDefault();
  void openBoard();
});

if (currentSession() === undefined) location.replace(signInAddress());
else if (!isRefused) await openBoard();

/* Opens the board with the session of the pages: its token is posted, and the server sets the cookie of the board. */
import { currentSession, endSession, onSessionChange } from '/-/session.js';
import { projectOfPage, requestSignIn } from '/-/signIn.js';

const form = document.querySelector('main form');
const message = document.querySelector('main [role=status]').textContent;

const openBoard = () => {
  const session = currentSession();
  if (session === undefined) return;
  form.elements.token.value = session.token;
  form.submit();
};

form.addEventListener('submit', event => {
  event.preventDefault();
  void requestSignIn();
});

if (location.pathname.endsWith('/leave')) endSession();
// A message says that the server has refused a token, or that the person has signed out.
else if (message === '' && currentSession()?.projectKey === projectOfPage()) openBoard();
onSessionChange(openBoard);
